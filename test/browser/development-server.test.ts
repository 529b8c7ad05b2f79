import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { collectPageErrors, findChromium, startBrowser } from '../support/browser'
import { makeFolder } from '../support/folder'

const PROJECT = resolve(import.meta.dir, '..', '..')
const COPIED = ['src', 'package.json', 'tsconfig.json', 'bunfig.toml']
const LINKED = ['node_modules', 'dist']
const LIMIT = 120_000

const chromium = findChromium()

describe.skipIf(!chromium)('the development server', () => {
  const { folder, remove } = makeFolder()
  const port = String(freePort())
  const url = `http://127.0.0.1:${port}`
  let server: Bun.Subprocess
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    for (const name of COPIED) cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
    for (const name of LINKED) symlinkSync(join(PROJECT, name), join(folder, name))
    server = Bun.spawn([process.execPath, 'src/build/dev.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: port, DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const answers = () => fetch(url).then(...[() => true, () => false])
    while (!(await answers())) await Bun.sleep(50)
    browser = await startBrowser(chromium ?? '')
    page = await browser.newPage()
    page.setDefaultTimeout(LIMIT / 2)
  }, LIMIT)

  afterAll(async () => {
    await browser?.close()
    server?.kill('SIGTERM')
    await server?.exited
    remove()
  })

  /** Changes a file of the copy as an editor does. */
  const edit = (name: string, before: string, after: string) => {
    const path = join(folder, 'src', name)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(before)
    writeFileSync(path, text.replace(before, after))
  }

  test(
    'shows a changed text in the open page without a reload',
    async () => {
      const complaints = collectPageErrors(page)
      await page.goto(`${url}/login`)
      await page.getByRole('button', { name: 'Log in' }).waitFor()
      edit('domain/reference/locales/en/web.json', '"Log in"', '"Come in"')
      await page.getByRole('button', { name: 'Come in' }).waitFor()
      expect(complaints).toEqual([])
    },
    LIMIT,
  )

  test(
    'shows a changed page as it is in the file',
    async () => {
      edit('web/index.html', '<html lang="en">', '<html lang="en" data-edition="second">')
      await page.waitForSelector('html[data-edition=second]')
    },
    LIMIT,
  )

  test(
    'forwards API requests to the server, which restarts when it changes',
    async () => {
      const ping = async () => (await fetch(`${url}/api/ping`)).text()
      expect(JSON.parse(await ping())).toMatchObject({ message: 'pong!' })
      edit(
        'server/api/health/routes.ts',
        "() => ({ message: 'pong!'",
        "() => ({ message: 'ping pong!'",
      )
      while (!(await ping()).includes('ping pong!')) await Bun.sleep(50)
    },
    LIMIT,
  )
})
