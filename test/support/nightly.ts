/** Before a commit, `npm test` runs one journey of each kind; what takes longer and proves the rest runs each night. */
const isNightly = process.env.JOURNEYS_ONLY !== '1';

export const itNightly = isNightly ? it : it.skip;
export const describeNightly = isNightly ? describe : describe.skip;
