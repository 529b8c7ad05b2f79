import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { serverPath } from '@/web/api/server-path'
import { accountRoutes } from './routes/account'
import { adminRoutes } from './routes/admin'
import { memberRoute, rootRoute } from './routes/base'
import { doorRoutes } from './routes/door'
import { peopleRoutes, publicPeopleRoutes } from './routes/people'
import { parseSearch, stringifySearch } from './routes/search'
import { workoutRoute, workoutRoutes } from './routes/workouts'
import { NotFoundScreen } from './screens/not-found/NotFoundScreen'
import { CrashPanel } from './shell/CrashPanel'

const routeTree = rootRoute.addChildren([
  memberRoute.addChildren([...workoutRoutes, ...accountRoutes, ...peopleRoutes, adminRoutes]),
  workoutRoute,
  ...publicPeopleRoutes,
  ...doorRoutes,
])

/** The router of the whole page: every path it knows is listed in the files of `routes`. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: serverPath('/'),
    context: { queryClient },
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: CrashPanel,
    // The scripts of a screen are fetched when a link to it is pointed at, touched or focused.
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

/** The router of the page. */
export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }

  interface HistoryState {
    /** Files that were dropped on another screen and wait to be uploaded. */
    files?: File[]
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** What is asked for beside the screens, which are whole without it. */
    queryMeta: { isBeside?: boolean }
  }
}
