import TestRunner from 'jest-runner';

/** Runs the specs of its projects one after another: each needs the whole machine. */
export default class SerialRunner extends TestRunner {
	override readonly isSerial = true;
}
