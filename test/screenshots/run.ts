/**
 * Screenshots of every screen (`bun run screenshots`), wide and on a phone, light and dark, with the year of `milepost
 * demo`, and a page that shows them side by side: `dist/screenshots/index.html`.
 *
 *     bun run screenshots [--only workout,map] [--language de]
 *     bun run screenshots --readme
 *
 * `--readme` takes only the pictures of the README.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { inProject } from '@/build/project'
import { installBinary } from '../support/binary'
import { collectPageErrors, findChromium, startBrowser } from '../support/browser'
import { type DemoScreen, type DemoWorld, openScreen, startDemo } from '../support/screens'
import { startSignedOutWorlds } from '../support/signed-out-screens'

const OUTPUT = inProject('dist', 'screenshots')
const DAYS = 365
/** The maximum height in pixels. Longer screens are cut off. */
const LIMIT = 3000

/** A combination of size and colour scheme. */
interface Look {
  name: string
  options: BrowserContextOptions
}

const sizes = [
  { name: 'wide', options: { viewport: { width: 1440, height: 900 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
]
const LOOKS: readonly Look[] = sizes.flatMap(({ name, options }) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${name}-${colorScheme}`,
    options: { ...options, colorScheme },
  })),
)

/** A full-page PNG of a screen, now or at an earlier time, and the errors of its page. */
async function photograph(
  world: DemoWorld,
  browser: Browser,
  screen: DemoScreen,
  { look, at }: { look: Look; at?: Date },
) {
  const prepare = (context: BrowserContext) => context.clock.setFixedTime(at ?? new Date())
  const page = await openScreen(world, browser, screen, { ...look.options, ...(at && { prepare }) })
  const complaints = collectPageErrors(page)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate(() => {
    // A full-page picture has nothing to scroll, so it needs no space for a scrollbar.
    document.documentElement.style.scrollbarGutter = 'auto'
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), LIMIT) })
  await page.waitForTimeout(300)
  const png = await page.screenshot()
  await page.context().close()
  return {
    png,
    complaints: complaints.map((complaint) => `${screen.name} ${look.name}: ${complaint}`),
  }
}

const sheet = (screens: readonly DemoScreen[]) => `<!doctype html>
<meta charset="utf-8"><title>Milepost, every screen</title>
<style>
body { margin: 24px; font: 14px system-ui; background: #888 }
section { display: grid; grid-template-columns: 3fr 3fr 1fr 1fr; gap: 12px; align-items: start; margin-bottom: 32px }
h2 { grid-column: 1 / -1; margin: 0 }
img { width: 100% }
</style>
${screens
  .map(
    ({
      name,
      path,
      who,
    }) => `<section><h2>${name} <small>${who} ${path.replace(/[&<]/g, '')}</small></h2>
${LOOKS.map((look) => `<a href="${name}-${look.name}.png"><img loading="lazy" src="${name}-${look.name}.png" alt="${name}, ${look.name}"></a>`).join('\n')}
</section>`,
  )
  .join('\n')}
`

interface Choice {
  only?: string | undefined
  language?: string | undefined
}

/** Takes screenshots in every look and writes the page that shows them. */
async function photographScreens(
  world: DemoWorld,
  browser: Browser,
  { only, language }: Choice,
): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  if (language) await speak(world, language)
  const wanted = only?.split(',')
  const isWanted = ({ name }: DemoScreen) => wanted?.includes(name) ?? true
  const screens: DemoScreen[] = []
  const complaints: string[] = []
  const doors = await startSignedOutWorlds()
  try {
    for (const one of [world, ...doors.worlds])
      for (const screen of one.screens.filter(isWanted)) {
        screens.push(screen)
        for (const look of LOOKS) {
          const taken = await photograph(one, browser, screen, { look })
          writeFileSync(join(OUTPUT, `${screen.name}-${look.name}.png`), taken.png)
          complaints.push(...taken.complaints)
        }
      }
  } finally {
    await doors.stop()
  }
  writeFileSync(join(OUTPUT, 'index.html'), sheet(screens))
  console.log(`${screens.length * LOOKS.length} pictures, side by side in ${OUTPUT}/index.html`)
  for (const complaint of complaints) console.log(complaint)
}

/** The pictures of the README: a screen in a look, cropped to a height in pixels. */
const README = [
  { name: 'workout-light', screen: 'workout', look: 'wide-light', height: 1545 },
  { name: 'dashboard', screen: 'dashboard', look: 'wide-light', height: 900 },
  { name: 'workout-dark', screen: 'workout', look: 'wide-dark', height: 900 },
]
const README_FOLDER = inProject('.github', 'screenshots')
/** The maximum size of all pictures of the README together, in bytes. */
const README_MOST = 400_000

/** The evening of the last Sunday, when a week is complete. */
function lastSunday(): Date {
  const now = new Date()
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - now.getUTCDay(), 21),
  )
}

/** Takes the pictures of the README. @throws Error when they are too large, or when a page reports an error */
async function photographForReadme(world: DemoWorld, browser: Browser, at: Date): Promise<void> {
  const pictures = new Map<string, Buffer>()
  for (const { name, height, ...wanted } of README) {
    const screen = world.screens.find((one) => one.name === wanted.screen)
    const look = LOOKS.find((one) => one.name === wanted.look)
    if (!screen || !look) throw new Error(`There is no ${wanted.screen} ${wanted.look}.`)
    const { png, complaints } = await photograph(world, browser, screen, { look, at })
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    const { width } = await sharp(png).metadata()
    const cut = sharp(png).extract({ left: 0, top: 0, width, height })
    pictures.set(`${name}.webp`, await cut.webp({ quality: 82 }).toBuffer())
  }
  const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0)
  if (bytes > README_MOST) throw new Error(`The pictures of the README have ${bytes} bytes.`)
  mkdirSync(README_FOLDER, { recursive: true })
  for (const [file, picture] of pictures) writeFileSync(join(README_FOLDER, file), picture)
  console.log(`${pictures.size} pictures, ${bytes} bytes, in ${README_FOLDER}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      language: { type: 'string' },
      readme: { type: 'boolean', default: false },
    },
  })
  const chromium = findChromium()
  if (!chromium) process.exit(1)
  const binary = installBinary()
  const browser = await startBrowser(chromium)
  const sunday = lastSunday()
  const until = values.readme ? sunday.toISOString().slice(0, 'YYYY-MM-DD'.length) : undefined
  const world = await startDemo(binary, DAYS, until)
  try {
    if (values.readme) await photographForReadme(world, browser, sunday)
    else await photographScreens(world, browser, values)
  } finally {
    await browser.close()
    await world.server.stop()
    binary.remove()
  }
}

/** Sets the language of all users of the demo. */
async function speak({ server, tokens }: DemoWorld, language: string): Promise<void> {
  for (const token of tokens.values())
    await fetch(`${server.url}/api/auth/profile/edit/preferences`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ language }),
    })
}

await main()
