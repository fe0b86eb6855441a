import { digits, duration, plural } from '../../../core/base/text';

it.each([
	[plural(0, 'credit'), '0 credits'],
	[plural(1, 'credit'), '1 credit'],
	[plural(12_000, 'entry', 'entries'), '12,000 entries'],
	[digits(1_234_567), '1,234,567'],
	[duration(1), '1 second'],
	[duration(59), '59 seconds'],
	[duration(60), '1 minute'],
	[duration(90), '90 seconds'],
	[duration(1800), '30 minutes'],
])('numbers are told as people say them: %s', (told, wanted) => {
	expect(told).toBe(wanted);
});
