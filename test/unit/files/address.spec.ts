import { reasonNotToFollow } from '../../../core/files/address';

const BASE = 'https://api.service.example/v1';

it.each([
	'https://api.service.example/files/1.zip',
	'https://api.service.example:8443/files/1.zip',
	'https://files.storage.example/1.zip?signature=x',
	'https://8.8.8.8/1.zip',
])('follows %s', (link) => expect(reasonNotToFollow(link, BASE)).toBeUndefined());

it.each([
	['not a URL', 'it is not a URL'],
	['/files/1.zip', 'it is not a URL'],
	['ftp://api.service.example/1.zip', 'it is not an HTTP or HTTPS URL'],
	['file:///etc/passwd', 'it is not an HTTP or HTTPS URL'],
	['data:text/csv,a', 'it is not an HTTP or HTTPS URL'],
	['http://files.storage.example/1.zip', 'it does not start with https://'],
	['http://api.service.example/files/1.zip', 'it does not start with https://'],
	['https://user:word@files.storage.example/1.zip', 'it contains a user name'],
	['https://api.service.example@files.storage.example/1.zip', 'it contains a user name'],
	...[
		'127.0.0.1',
		'localhost',
		'localhost.',
		'files.localhost',
		'intranet',
		'nas.lan',
		'router.home.arpa',
		'n8n.internal',
		'10.0.0.8',
		'192.168.1.1',
		'172.20.0.2',
		'169.254.169.254',
		'100.64.0.1',
		'198.18.0.1',
		'224.0.0.1',
		'[::]',
		'[::1]',
		'[64:ff9b::7f00:1]',
		'[fd00::1]',
		'[::ffff:127.0.0.1]',
		'2130706433',
		'0x7f.1',
	].map((host): [string, string] => [`https://${host}/latest`, 'it points to a private network address']),
])('does not follow %s', (link, reason) => expect(reasonNotToFollow(link, BASE)).toBe(reason));

it('follows a link of the service on this machine, which has no https', () => {
	expect(reasonNotToFollow('http://127.0.0.1:2/files/1.zip', 'http://127.0.0.1:1/v1')).toBeUndefined();
	expect(reasonNotToFollow('http://a@127.0.0.1:2/files/1.zip', 'http://127.0.0.1:1/v1')).toBe(
		'it contains a user name',
	);
	expect(reasonNotToFollow('https://localhost/files/1.zip', 'http://127.0.0.1:1/v1')).toBe(
		'it points to a private network address',
	);
});
