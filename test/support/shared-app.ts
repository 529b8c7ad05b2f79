import type { AppContext } from '@/context'
import { buildApp } from '@/server/app'

/** The app, and whose context its routes see: to build one takes longer than most tests do with it. */
interface SharedApp {
  app: ReturnType<typeof buildApp>
  lend: (ctx: AppContext) => void
}

const idle: SharedApp[] = []

/** A context that passes everything on to the one the app is lent to. */
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
 * An app for a context, used by nobody else until it is given back; their configurations must be alike. To give it back
 * twice, as servers do that are stopped twice, must not lend it to two at once.
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
