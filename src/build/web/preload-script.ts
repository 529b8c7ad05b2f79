/** Builds the inline script of the page, which preloads the files of its screen. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import type { WebFile } from './bundle-web'

const ROUTES = inProject('src', 'web', 'routes')
const SCREEN = /'(\/[^']*)',\s*\(\) => import\('@\/(web\/screens\/[^']+)'\)/g
const TEXTS = /reference\/locales\/(\w+)\/web\.json$/

/** Reads the route path of each screen and its module (a path in `src`) from the routes files. */
function screenModules(): (readonly [path: string, module: string])[] {
  return readdirSync(ROUTES).flatMap((name) =>
    [...readFileSync(join(ROUTES, name), 'utf8').matchAll(SCREEN)].map(
      ([, path = '', module = '']) => [path, module] as const,
    ),
  )
}

/** Lists the scripts and styles that a module needs, except those that the page loads itself. */
function filesOf(module: string, bundled: readonly WebFile[], page: string): string[] {
  const found = new Set<string>()
  const add = (path: string) => {
    if (found.has(path) || page.includes(`/${path}`)) return
    found.add(path)
    for (const next of bundled.find((file) => file.path === path)?.script?.needs ?? []) add(next)
  }
  const own = bundled.find(({ script }) => script?.modules.some((id) => id.startsWith(module)))
  if (!own) throw new Error(`No script of the web UI has ${module}.`)
  add(own.path)
  return [...found].map(nameOf)
}

const nameOf = (path: string) => path.replace(/^assets\//, '')

/** Computes the constants that the script needs about the files of this build. */
function facts(bundled: readonly WebFile[], page: string) {
  const screens = screenModules().map(
    ([path, module]) => [path, filesOf(module, bundled, page)] as const,
  )
  const files = [...new Set(screens.flatMap(([, needed]) => needed))]
  const languages = bundled.flatMap(({ path, script }) => {
    const [, language] = TEXTS.exec(script?.modules[0] ?? '') ?? []
    return language ? [[language, nameOf(path)] as const] : []
  })
  const places = (needed: string[]) => needed.map((name) => files.indexOf(name))
  const hasParameter = (path: string) => Number(path.includes('$'))
  return {
    PRELOAD_FILES: files,
    PRELOAD_SCREENS: screens
      .map(([path, needed]) => [path, places(needed)] as const)
      .sort(([one], [other]) => hasParameter(one) - hasParameter(other)),
    LANGUAGE_FILES: Object.fromEntries(languages),
  }
}

/** Inserts the script into the page. Returns its hash as a source for the content security policy. */
export async function addEarlyScript(outdir: string, bundled: readonly WebFile[]): Promise<string> {
  const path = join(outdir, 'index.html')
  const page = readFileSync(path, 'utf8')
  const { outputs } = await Bun.build({
    entrypoints: [inProject('src', 'web', 'preload.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: Object.fromEntries(
      Object.entries(facts(bundled, page)).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  })
  const script = ((await outputs[0]?.text()) ?? '').trim()
  writeFileSync(
    path,
    page.replace('<script', () => `<script>${script}</script>\n    <script`),
  )
  return `'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`
}
