import axios from 'axios';
import { startSandbox } from '../../sandbox';
import { clientOf, unpacked, useSandbox } from './support';

const bench = useSandbox();
const PERSONS = '/persons/prospect/';
const job = { export: true, name: 'Synthetic', quantity: 10, states: ['SP'] };

describe('result files', () => {
	const file = async (): Promise<string> => {
		const { id } = (await bench.http.post(PERSONS, job)).data;
		await bench.sandbox.clock.advance(20_000);
		return (await bench.http.get(`/prospection/${id}/result/`)).data.file;
	};
	const fetched = async (url: string, headers = {}): Promise<number> =>
		(await axios.get(url, { headers, validateStatus: () => true, responseType: 'arraybuffer' })).status;

	it('are on another origin, which is not counted among the requests', async () => {
		const url = await file();
		expect(new URL(url).origin).not.toBe(new URL(bench.sandbox.baseUrl).origin);
		expect(url.startsWith(bench.sandbox.filesUrl)).toBe(true);
		const { requests } = bench.sandbox.requests.traffic;
		expect(await fetched(url)).toBe(200);
		expect(bench.sandbox.requests.traffic.requests).toBe(requests);
	});

	it('tell in the request log whether a key was sent, and refuse it', async () => {
		const url = await file();
		const { apiKey, controlUrl } = bench.sandbox;
		expect(await fetched(url)).toBe(200);
		expect(await fetched(url, { Authorization: `Token ${apiKey}` })).toBe(400);
		expect(await fetched(url, { 'X-Key': apiKey })).toBe(400);
		bench.sandbox.set({ fileWithKey: 'served' });
		expect(await fetched(`${url}?key=${apiKey}`)).toBe(200);
		const keySent = bench.sandbox.requests.downloads.map((download) => download.keySent);
		expect(keySent).toEqual([false, true, true, true]);
		expect((await bench.http.get(`${controlUrl}/downloads`)).data).toHaveLength(4);
		expect(JSON.stringify(bench.sandbox.requests.downloads)).not.toContain(apiKey);
	});

	it('are not there before their job is done, nor after a reset', async () => {
		const url = await file();
		expect(await fetched(`${bench.sandbox.filesUrl}/other.zip`)).toBe(404);
		bench.sandbox.reset();
		expect(await fetched(url)).toBe(404);
	});
});

it('the live word of the spreadsheet format is taken, and names the file', async () => {
	const words = { chatApp: 'zap', socialUrl: 'inout_url', spreadsheet: 'sheet' };
	const sandbox = await startSandbox({ clock: 'manual', persons: 500, companies: 10, words, jobSeconds: 1 });
	try {
		const http = clientOf(sandbox);
		const { data } = await http.post(PERSONS, { ...job, file_formatting: 'sheet' });
		await sandbox.clock.advance(1000);
		const { file } = (await http.get(`/prospection/${data.id}/result/`)).data;
		expect(Object.keys(await unpacked(file))).toEqual(['pessoas.sheet']);
	} finally {
		await sandbox.close();
	}
});
