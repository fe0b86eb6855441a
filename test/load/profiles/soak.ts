import { post, type Profile } from '../profile';

/** Every operation, waits by webhook, and the events of their jobs, on good terms: memory must stay flat. */
export const soak: Profile = {
	about: 'every operation, waits by webhook and events of jobs, without faults',
	minutes: 30,
	atOnce: 8,
	pauseMs: 0,
	speed: 20,
	trigger: {},
	draw({ url, runnables, doors, sandbox: { persons } }, random) {
		if (random.chance(0.1)) {
			const items = [{ id_pessoa: persons.id(0) }, { id_pessoa: persons.id(1) }];
			return { kind: 'wait', run: async () => await post(url + doors.wait, JSON.stringify({ items })) };
		}
		const { name, path, items } = random.pick(runnables);
		return { kind: name, run: async () => await post(url + path, JSON.stringify({ items })) };
	},
};
