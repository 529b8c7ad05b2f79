import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { inProject } from '@/build/project'
import { BUILD_TIMEOUT, requireBuild } from '../support/binary'

/** Bytes, compressed with brotli as they are sent. */
const FIRST_SCRIPTS = 120_000
const FIRST_STYLES = 12_000
/** What the login, the dashboard and a workout need to be drawn, without texts, maps and charts. */
const FIRST_SCREENS = { fields: 182_000, dashboard: 166_000, workouts: 173_000, workout: 170_000 }
const MIN_SCRIPT = 3_500

describe('the files of the web UI', () => {
  const files = new Map<string, string>()
  const sizes = new Map<string, number>()

  beforeAll(() => {
    requireBuild()
    const folder = inProject('dist', 'web')
    const assets = readdirSync(`${folder}/assets`).map((name) => `/assets/${name}`)
    for (const path of ['/index.html', ...assets.filter((name) => /\.(js|css)$/.test(name))]) {
      files.set(path, readFileSync(`${folder}${path}`, 'utf8'))
      if (path !== '/index.html') sizes.set(path, statSync(`${folder}${path}.br`).size)
    }
  }, BUILD_TIMEOUT)

  const sum = (paths: string[]) => paths.reduce((total, path) => total + (sizes.get(path) ?? 0), 0)
  const named = (extension: string) =>
    [...(files.get('/index.html') ?? '').matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, path]) =>
      path?.endsWith(extension) ? [path] : [],
    )
  /** The files that a script imports before it runs. */
  const importsOf = (path: string) =>
    [...(files.get(path) ?? '').matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(
      ([, name]) => `/assets/${name}`,
    )

  test('start with at most 120 kB of scripts and 12 kB of styles', () => {
    expect(named('.js')).toHaveLength(1)
    expect(named('.css')).toHaveLength(1)
    expect(named('.js').flatMap(importsOf)).toEqual([])
    expect(sum(named('.js'))).toBeWithin(1, FIRST_SCRIPTS)
    expect(sum(named('.css'))).toBeWithin(1, FIRST_STYLES)
  })

  test('draw a screen with few scripts, and none for parts that are opened or further down', () => {
    const neededBy = (path: string): string[] => [path, ...importsOf(path).flatMap(neededBy)]
    const nameOf = (path: string) => path.replace(/^.*\/([\w-]+)-\w+\.js$/, '$1')
    const scripts = [...sizes.keys()].filter((path) => path.endsWith('.js'))
    const firstOf = (screen: string) => {
      const needed = new Set(scripts.filter((path) => nameOf(path) === screen).flatMap(neededBy))
      return { scripts: [...needed].map(nameOf).sort(), size: sum([...needed]) }
    }
    for (const [screen, limit] of Object.entries(FIRST_SCREENS)) {
      const { scripts, size } = firstOf(screen)
      expect(scripts).toEqual(['common', 'index', screen].sort())
      expect(size).toBeWithin(1, limit)
    }
  })

  test('include no script so small that requesting it costs more than its content', () => {
    const small = [...sizes].filter(([path, size]) => path.endsWith('.js') && size < MIN_SCRIPT)
    expect(small).toEqual([])
  })

  test('have no circular imports', () => {
    const below = (path: string, above: string[]): string[] =>
      above.includes(path)
        ? [[...above, path].join(' > ')]
        : importsOf(path).flatMap((next) => below(next, [...above, path]))
    const scripts = [...sizes.keys()].filter((path) => path.endsWith('.js'))
    expect(scripts.flatMap((path) => below(path, []))).toEqual([])
  })

  test('do not load maps, charts and select lists on every screen', () => {
    const common = [...sizes.keys()].filter((path) => /\/(index|common)-\w+\.js$/.test(path))
    expect(common).toHaveLength(2)
    const found = common.map((path) =>
      /leaflet-|uplot|@mantine\/core\/(Combobox|Select)\b/.exec(files.get(path) ?? ''),
    )
    expect(found).toEqual([null, null])
  })

  test('include all Mantine colours in use', async () => {
    const left =
      /--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/
    const styles = [...files].filter(([path]) => path.endsWith('.css'))
    expect(styles.filter(([, text]) => left.test(text)).map(([path]) => path)).toEqual([])
  })
})
