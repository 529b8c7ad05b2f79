import { buildApp } from '@/server/app'
import type { AppContext } from '@/services/context'

/** The app, and the context that its routes see: creating one takes longer than most tests that use it. */
interface SharedApp {
  app: ReturnType<typeof buildApp>
  lend: (ctx: AppContext) => void
}

const idle: SharedApp[] = []

/** A context that forwards to the one the app is lent to. */
function standInFor(current: { ctx: AppContext }): AppContext {
  const passOn = (key: string) => {
    const name = key as keyof AppContext
    return {
      enumerable: true,
      get: () => current.ctx[name],
      set: (value: unknown) => Object.assign(current.ctx, { [name]: value }),
    }
  }
  const keys = Object.keys(current.ctx)
  return Object.defineProperties(
    {},
    Object.fromEntries(keys.map((key) => [key, passOn(key)])),
  ) as AppContext
}

function makeApp(first: AppContext): SharedApp {
  const current = { ctx: first }
  return {
    app: buildApp(standInFor(current)),
    lend: (ctx) => {
      current.ctx = ctx
    },
  }
}

/**
 * Lends an app to a context exclusively until it is returned. Their configurations must be alike. Returning it twice,
 * as servers that are stopped twice do, must not lend it to two contexts at once.
 */
export function borrowApp(ctx: AppContext): { app: SharedApp['app']; giveBack: () => void } {
  const shared = idle.pop() ?? makeApp(ctx)
  shared.lend(ctx)
  let isLent = true
  const giveBack = () => {
    if (isLent) idle.push(shared)
    isLent = false
  }
  return { app: shared.app, giveBack }
}
