/**
 * This inline script runs before the page's other scripts have loaded. It starts loading the scripts, styles and texts
 * of the requested screen, and the data that it shows first, in parallel with the first script.
 */
import { requestEarly } from '@/web/api/client/early-responses'
import { LOG_PAGE_SIZE } from '@/web/api/client/log-page-size'
import { toServerPath } from '@/web/api/client/server-path'
import { getSessionToken } from '@/web/api/client/stored-token'
import { chooseDeviceLanguage } from '@/web/i18n/device-language'

/**
 * These constants are set by the build. PRELOAD_SCREENS lists the files that each screen needs, as indices into
 * PRELOAD_FILES (names without `/assets/`), with paths without parameters first. LANGUAGE_FILES is the file of texts of
 * each language.
 */
declare const PRELOAD_FILES: readonly string[]
declare const PRELOAD_SCREENS: readonly (readonly [path: string, files: readonly number[]])[]
declare const LANGUAGE_FILES: Readonly<Record<string, string>>

function preload(name: string): void {
  const link = document.createElement('link')
  const isStyle = name.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `${toServerPath('/assets/')}${name}`
  document.head.append(link)
}

const isMember = getSessionToken() !== null
const requestedPath = location.pathname.slice(toServerPath('').length)
const path = requestedPath === '/' && !isMember ? '/login' : requestedPath

const [, files = []] =
  PRELOAD_SCREENS.find(([pattern]) =>
    new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`).test(path),
  ) ?? []
for (const file of files) preload(PRELOAD_FILES[file] ?? '')
const texts = LANGUAGE_FILES[chooseDeviceLanguage((language) => language in LANGUAGE_FILES)]
if (texts) preload(texts)

/** The paths of the screen for a workout and of its tabs. */
const WORKOUT_PATH = /^\/workouts\/(\w{22})(\/|$)/

requestEarly('/api/config')
if (isMember) {
  requestEarly('/api/auth/profile')
  const workoutId = WORKOUT_PATH.exec(path)?.[1]
  if (workoutId) requestEarly(`/api/workouts/${workoutId}`)
  // As the API client sends it.
  if (path === '/' && location.search === '')
    requestEarly(`/api/workouts?page=1&per_page=${LOG_PAGE_SIZE}`)
}
