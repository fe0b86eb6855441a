import { reasonNotToFollow } from '../../../core/files/download';

const BASE = 'https://api.service.example/v1';

it.each([
	'https://api.service.example/files/1.zip',
	'https://api.service.example:8443/files/1.zip',
	'https://files.storage.example/1.zip?signature=x',
	'https://8.8.8.8/1.zip',
	'https://172.15.0.1/1.zip',
	'https://172.32.0.1/1.zip',
	'https://192.0.1.1/1.zip',
	'https://198.20.0.1/1.zip',
	'https://223.255.255.255/1.zip',
	'https://mylocalhost.com/1.zip',
	'https://internal.example.com/1.zip',
])('follows %s', (link) => expect(reasonNotToFollow(link, BASE)).toBeUndefined());

it.each([
	['not a URL', 'it is not a URL'],
	['/files/1.zip', 'it is not a URL'],
	['ftp://api.service.example/1.zip', 'it does not start with https://'],
	['file:///etc/passwd', 'it does not start with https://'],
	['data:text/csv,a', 'it does not start with https://'],
	['http://files.storage.example/1.zip', 'it does not start with https://'],
	['http://api.service.example/files/1.zip', 'it does not start with https://'],
	['http://api.service.example@files.storage.example/1.zip', 'it does not start with https://'],
	...[
		'127.0.0.1',
		'localhost',
		'localhost.',
		'files.localhost',
		'intranet',
		'10.0.0.8',
		'192.168.1.1',
		'172.20.0.2',
		'172.31.255.255',
		'169.254.169.254',
		'100.100.100.200',
		'192.0.0.192',
		'198.19.255.255',
		'224.0.0.1',
		'255.255.255.255',
		'2130706433',
		'0x7f.1',
		'[::1]',
		'[::ffff:127.0.0.1]',
		'[fd00::1]',
		'[2606:4700:4700::1111]',
	].map((host): [string, string] => [`https://${host}/latest`, 'it points to a private network address']),
])('does not follow %s', (link, reason) => expect(reasonNotToFollow(link, BASE)).toBe(reason));

it('follows a link of the service on this machine, which has no https', () => {
	expect(reasonNotToFollow('http://127.0.0.1:2/files/1.zip', 'http://127.0.0.1:1/v1')).toBeUndefined();
	expect(reasonNotToFollow('https://localhost/files/1.zip', 'http://127.0.0.1:1/v1')).toBe(
		'it points to a private network address',
	);
});
