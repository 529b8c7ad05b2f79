/** Where properties begin to look: always at the same place, unless `bun run test:long` says otherwise. */
export const SEED = Number(process.env.TEST_SEED ?? 20_260_314)

const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1)

/** How many examples a property is tried on; ten times as many in the long run. */
export const runs = (count: number) => ({ numRuns: count * PATIENCE })
