/** Before a commit, `npm test` runs one journey of each kind; what takes longer and proves the rest runs each night. */
export const itNightly = process.env.JOURNEYS_ONLY === '1' ? it.skip : it;
