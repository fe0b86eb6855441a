import type { Call, Handlers } from '../world/call';
import type { SavedFilter } from '../world/world';

/** The account itself. */
export const accountHandlers: Handlers = {
	balance: ({ world: { ledger } }) => {
		const credits = [
			{ product_id: 1, product_code: 'B2C', product_name: 'B2C', value: ledger.balance('b2c') },
			{ product_id: 2, product_code: 'B2B', product_name: 'B2B', value: ledger.balance('b2b') },
		];
		return { balance: { wallet: { value: 0 }, credits }, is_pos: false };
	},
};

/** Nobody shows whether they are wrapped as the reference data is. */
const listOf =
	(type: SavedFilter['filter_type']) =>
	({ world }: Call): object =>
		world.savedFilters.filter((filter) => filter.filter_type === type);

/** The account's saved filters; they are kept as sent, without what no prospecting call knows. */
export const savedFilterHandlers: Handlers = {
	savedFilterCreate: ({ world: { savedFilters }, body }) => {
		const saved = { id: savedFilters.length + 1, ...body };
		savedFilters.push(saved);
		return saved;
	},
	savedPersonFilters: listOf(1),
	savedCompanyFilters: listOf(2),
};
