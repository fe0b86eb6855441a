import { reasonNotToFollow } from '../../../core/files/download';

const BASE = 'https://api.service.example/v1';

it.each([
	'https://api.service.example/files/1.zip',
	'https://files.storage.example/1.zip?signature=x',
	'https://mylocalhost.com/1.zip',
	'https://internal.example.com/1.zip',
])('follows %s', (link) => expect(reasonNotToFollow(link, BASE)).toBeUndefined());

it.each([
	['not a URL', 'it is not a URL'],
	['ftp://api.service.example/1.zip', 'it does not start with https://'],
	['http://files.storage.example/1.zip', 'it does not start with https://'],
	['http://api.service.example/files/1.zip', 'it does not start with https://'],
	['http://api.service.example@files.storage.example/1.zip', 'it does not start with https://'],
	['https://127.0.0.1/latest', 'it points to a private network address'],
	['https://intranet1/latest', 'it points to a private network address'],
	['https://1intranet/latest', 'it points to a private network address'],
])('does not follow %s', (link, reason) => expect(reasonNotToFollow(link, BASE)).toBe(reason));

it('follows a link of the service on this machine, which has no https', () => {
	expect(reasonNotToFollow('http://127.0.0.1:2/files/1.zip', 'http://127.0.0.1:1/v1')).toBeUndefined();
	expect(reasonNotToFollow('https://localhost/files/1.zip', 'http://127.0.0.1:1/v1')).toBe(
		'it points to a private network address',
	);
});
