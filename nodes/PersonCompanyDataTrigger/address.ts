/**
 * The path of the trigger's URL, after the webhook ID. Its last part is a secret, made of the random IDs that n8n
 * gives to the workflow and the node: n8n shows it with the URL, keeps none of it in the node's parameters, and
 * answers a call without it with 404 before the node is asked. An imported or duplicated workflow has other IDs.
 */
export const EVENTS_PATH = '={{ "events/" + ($workflow.id + $nodeId).hash("sha256").slice(0, 40) }}';
