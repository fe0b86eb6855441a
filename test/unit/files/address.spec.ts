import { reasonNotToFollow } from '../../../nodes/PersonCompanyData/files/address';

const BASE = 'https://api.service.example/v1';

it.each([
	'https://api.service.example/files/1.zip',
	'http://api.service.example:8080/files/1.zip',
	'https://files.storage.example/1.zip?signature=x',
	'https://8.8.8.8/1.zip',
])('follows %s', (link) => expect(reasonNotToFollow(link, BASE)).toBeUndefined());

it.each([
	['not a URL', 'it is no URL'],
	['/files/1.zip', 'it is no URL'],
	['ftp://api.service.example/1.zip', 'it is no web address'],
	['http://files.storage.example/1.zip', 'it does not begin with https://'],
	['file:///etc/passwd', 'it does not begin with https://'],
	...[
		'127.0.0.1',
		'localhost',
		'n8n.internal',
		'10.0.0.8',
		'192.168.1.1',
		'172.20.0.2',
		'169.254.169.254',
		'100.64.0.1',
		'[::1]',
		'[fd00::1]',
		'[::ffff:127.0.0.1]',
		'2130706433',
		'0x7f.1',
	].map((host): [string, string] => [
		`https://${host}/latest`,
		'it leads to an address of a private network',
	]),
])('does not follow %s', (link, reason) => expect(reasonNotToFollow(link, BASE)).toBe(reason));
