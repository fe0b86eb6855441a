// n8n loads the files that package.json lists under "n8n"; there is nothing to import from here.
