// n8n's engine logs each error of a node; the specs look at the errors themselves.
process.env.N8N_LOG_LEVEL = 'silent';
