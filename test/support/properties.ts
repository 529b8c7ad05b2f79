/** The seed of property tests: always the same, unless `bun run test:long` sets another one. */
export const SEED = Number(process.env.TEST_SEED ?? 20_260_314)

const PATIENCE = Number(process.env.TEST_TIMEOUT_FACTOR ?? 1)

/** The number of examples of a property, which is several times larger in the long run. */
export const runs = (count: number) => ({ numRuns: count * PATIENCE })

/** Time limit of a test in milliseconds. */
export const TIME_LIMIT = 30_000 * PATIENCE

/** Time limit in milliseconds of a property with expensive examples. */
export const LONG_TIME_LIMIT = 4 * TIME_LIMIT
