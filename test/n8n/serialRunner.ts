import TestRunner from 'jest-runner';

/** Runs the specs of its project one after another: they share one n8n and one sandbox. */
export default class SerialRunner extends TestRunner {
	override readonly isSerial = true;
}
