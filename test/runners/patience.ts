/**
 * What a real n8n does takes seconds, on a slow machine with several of them minutes: no test of one is held to less.
 * Jest loads this file before each spec of a project that starts them.
 */
jest.setTimeout(600_000);
