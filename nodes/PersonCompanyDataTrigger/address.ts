/**
 * The last part is a secret, a hash of n8n's random workflow and node IDs: n8n shows it with the URL, keeps it in
 * no parameter, and answers calls without it with 404 before the node runs. Imports and duplicates have other IDs.
 */
export const EVENTS_PATH = '={{ "events/" + ($workflow.id + $nodeId).hash("sha256").slice(0, 40) }}';
