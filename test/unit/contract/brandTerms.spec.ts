import { endpoints } from '../../../contract';
import { wirePath, wireValue } from '../../../contract/brandTerms';

const live = { chatApp: 'talk', socialUrl: 'net_url', spreadsheet: 'sheet' };

describe('the words of the live service', () => {
	it('replace the neutral ones in paths, as whole segments', () => {
		expect(wirePath('/chatapp/search/', live)).toBe('/talk/search/');
		expect(wirePath('/chatapps/', live)).toBe('/chatapps/');
	});

	it('replace closed values and leave free text alone', () => {
		const body = { contact_channels: ['chatapp', 'sms'], file_formatting: '<spreadsheet>', name: 'chatapp' };
		expect(wireValue(body, endpoints.personJob.body, live)).toEqual({
			contact_channels: ['talk', 'sms'],
			file_formatting: 'sheet',
			name: 'chatapp',
		});
	});

	it('reach into lists, objects and the forms of a value', () => {
		const batch = { contatos: [{ url_social: 'https://social.example/in/a' }] };
		expect(wireValue(batch, endpoints.b2bPersonEnrichBatch.body, live)).toEqual({
			contatos: [{ net_url: 'https://social.example/in/a' }],
		});
		const saved = { filter_type: 1, data: { contact_channels: ['chatapp'] } };
		expect(wireValue(saved, endpoints.savedFilterCreate.body, live)).toEqual({
			filter_type: 1,
			data: { contact_channels: ['talk'] },
		});
	});

	it('leave names alone that the contract does not know', () => {
		expect(wireValue({ my_social: 1 }, endpoints.personCount.body, live)).toEqual({ my_social: 1 });
		expect(wireValue({ url_social: 1 }, undefined, live)).toEqual({ url_social: 1 });
	});
});
