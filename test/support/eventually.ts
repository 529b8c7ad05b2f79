import { expect, type Matchers } from 'bun:test'
import { TIMEOUT_FACTOR } from './slow-pages'

const PATIENCE_MS = 20_000 * TIMEOUT_FACTOR
const A_MOMENT_MS = 20

/** The matchers for a value, each returning a promise. */
type Eventual<Value> = {
  [Name in Exclude<keyof Matchers<Value>, 'not' | 'resolves' | 'rejects'>]: (
    ...args: Parameters<Matchers<Value>[Name]>
  ) => Promise<void>
}

/**
 * Like `expect`, but retries until the expectation is met, for values that a page shows only once something has arrived
 * or is drawn. `await eventually(() => rows.count()).toBe(3)`
 */
export function eventually<Value>(
  read: () => Value | Promise<Value>,
): Eventual<Value> & { not: Eventual<Value> } {
  const matchers = matchersOf(async () => expect(await read()))
  const not = matchersOf(async () => expect(await read()).not)
  return new Proxy({ not } as Eventual<Value> & { not: Eventual<Value> }, {
    get: (_own, name) => (name === 'not' ? not : Reflect.get(matchers, name)),
  })

  function matchersOf(expected: () => Promise<object>): Eventual<Value> {
    const hold = async (name: PropertyKey, args: unknown[]) => {
      const matchers = await expected()
      Reflect.apply(Reflect.get(matchers, name), matchers, args)
    }
    return new Proxy({} as Eventual<Value>, {
      get:
        (_, name) =>
        async (...args: unknown[]) => {
          const end = performance.now() + PATIENCE_MS
          for (;;)
            try {
              return await hold(name, args)
            } catch (error) {
              if (performance.now() > end) throw error
              await Bun.sleep(A_MOMENT_MS)
            }
        },
    })
  }
}
