import { endpoints } from '../../../contract';
import { neutralName, neutralNames, wireName, wirePath, wireValue } from '../../../contract/brandTerms';

const live = { chatApp: 'talk', socialUrl: 'net_url', spreadsheet: 'sheet' };

describe('the words of the live service', () => {
	it('replace the neutral ones in field names', () => {
		expect(wireName('url_social', live)).toBe('net_url');
		expect(wireName('has_social', live)).toBe('has_net');
		expect(wireName('chatapp_datetime', live)).toBe('talk_datetime');
		expect(wireName('has_social', neutralNames)).toBe('has_social');
		expect(wireName('id_pessoa', live)).toBe('id_pessoa');
	});

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

	it('are told from the neutral ones in answers', () => {
		expect(neutralName('talk_datetime', live)).toBe('chatapp_datetime');
		expect(neutralName('net_url', live)).toBe('url_social');
		expect(neutralName('tem_net', live)).toBe('tem_social');
		expect(neutralName('chatapp_datetime', live)).toBe('chatapp_datetime');
	});

	it('change no field of the contract that is the name of something else', () => {
		expect(Object.keys(endpoints.companySearch.query.properties)).toContain('razao_social');
		expect(wireName('razao_social', live)).toBe('razao_social');
	});
});
