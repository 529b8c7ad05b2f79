/** The script inside the page, which fetches what its screen needs before the first script is here. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebFile } from './bundle-web'
import { inProject } from './project'

const ROUTES = inProject('src', 'web', 'routes')
const TEXTS = /reference\/locales\/(\w+)\/web\.json$/

/** The paths of all screens, as their routes have them, with the modules of the screens, as paths below `src`. */
function screenModules(): (readonly [path: string, module: string])[] {
  const routes = readdirSync(ROUTES).flatMap((name) =>
    readFileSync(join(ROUTES, name), 'utf8').split('createRoute(').slice(1),
  )
  return routes.flatMap((route) => {
    const [, path] = /^ {2}path: '([^']+)'/m.exec(route) ?? []
    const [, module] = /import\('@\/(web\/screens\/[^']+)'\)/.exec(route) ?? []
    return path && module ? [[path, module] as const] : []
  })
}

/** The scripts and styles that a module needs, but for those that the page names itself. */
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

/** What the script knows of the files of this build. */
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
    EARLY_FILES: files,
    EARLY_SCREENS: screens
      .map(([path, needed]) => [path, places(needed)] as const)
      .sort(([one], [other]) => hasParameter(one) - hasParameter(other)),
    EARLY_LANGUAGES: Object.fromEntries(languages),
  }
}

/** Puts the script into the page of a bundled web UI; answers by what a content security policy allows it. */
export async function addEarlyScript(outdir: string, bundled: readonly WebFile[]): Promise<string> {
  const path = join(outdir, 'index.html')
  const page = readFileSync(path, 'utf8')
  const { outputs } = await Bun.build({
    entrypoints: [inProject('src', 'web', 'early', 'early.ts')],
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
