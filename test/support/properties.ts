/** Where properties begin to look: always at the same place, unless `bun run test:long` says otherwise. */
export const SEED = Number(process.env.TEST_SEED ?? 20_260_314)

const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1)

/** How many examples a property is tried on; many times as many in the long run. */
export const runs = (count: number) => ({ numRuns: count * PATIENCE })

/** Milliseconds a test may take. */
export const TIME_LIMIT = 30_000 * PATIENCE

/** Milliseconds a property may take whose examples are costly. */
export const LONG_TIME_LIMIT = 4 * TIME_LIMIT
