/** Screens that are of use without a server: files wait to be sent, and forms keep what was filled in. */
const WORKS = [
  '/login',
  '/register',
  '/setup',
  '/workouts/add',
  '/share',
  '/password-reset',
] as const

/** Whether a screen is shown without a server as it is, whatever it lacks. */
export const worksOffline = (path: string): boolean =>
  WORKS.some((one) => path === one || path.startsWith(`${one}/`))
