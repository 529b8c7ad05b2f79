/**
 * Runs in the page itself, before any of its scripts is here: fetches the scripts, styles and texts of the screen that
 * was asked for beside the first script instead of after it, and asks the server what that screen will ask.
 */
import { requestHeaders } from '@/web/api/request-headers'
import { serverPath } from '@/web/api/server-path'
import { deviceLanguageOf } from '@/web/i18n/device-language'
import { sessionToken } from '@/web/state/stored-token'
import { requestsOf } from './early-requests'

/**
 * Set by the build. Of every path of a screen the files it needs, without `/assets/`, by their places among all such
 * files; paths without parameters come first. Of every language the file of its texts.
 */
declare const EARLY_FILES: readonly string[]
declare const EARLY_SCREENS: readonly (readonly [path: string, files: readonly number[]])[]
declare const EARLY_LANGUAGES: Readonly<Record<string, string>>

function preload(name: string): void {
  const link = document.createElement('link')
  const isStyle = name.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `${serverPath('/assets/')}${name}`
  document.head.append(link)
}

/** An answer that nobody may come for must not keep a connection. */
const readWhole = async (answer: Response): Promise<Response> =>
  new Response(answer.status === 204 ? null : await answer.blob(), answer)

function ask(path: string): void {
  const url = serverPath(`/api${path}`)
  const answer = fetch(url, { headers: requestHeaders() }).then(readWhole)
  // Whoever needs the answer hears of its failure.
  answer.catch(() => undefined)
  window.earlyAnswers?.set(url, answer)
}

const isMember = sessionToken() !== null
const asked = location.pathname.slice(serverPath('').length)
const path = asked === '/' && !isMember ? '/login' : asked

const [, files = []] =
  EARLY_SCREENS.find(([pattern]) =>
    new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`).test(path),
  ) ?? []
for (const file of files) preload(EARLY_FILES[file] ?? '')
const texts = EARLY_LANGUAGES[deviceLanguageOf((language) => language in EARLY_LANGUAGES)]
if (texts) preload(texts)

window.earlyAnswers = new Map()
for (const request of requestsOf(path, isMember)) ask(request)
