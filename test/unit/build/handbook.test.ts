import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type HandbookContents, handbookAssets } from '@/build/handbook/handbook-files'
import { type PageNode, plainText, toPageTree } from '@/build/handbook/page-tree'
import {
  CONTENTS,
  createAnchors,
  HANDBOOK,
  parseMarkdown,
  parsePage,
  readGroups,
  readPages,
  resolveLink,
} from '@/build/handbook/read-pages'
import { inProject } from '@/build/project'
import { createProgram } from '@/cli'
import { formatMarkdown } from '@/cli/handbook/terminal-text'
import { terminal } from '@/cli/io'
import { openIo } from '@/cli/output'
import { isRunBy, listPages, readBlocks } from '../../support/handbook-blocks'

const pages = readPages()
const topics = pages.map(({ topic }) => topic)
const contents = pages.filter(({ topic }) => topic === CONTENTS)
const listed = contents.flatMap(readGroups).flatMap((group) => group.topics)

/** The anchors of a file on a forge, by its path in the project. */
function anchorsIn(path: string): string[] {
  const anchorOf = createAnchors()
  return parseMarkdown(readFileSync(inProject(path), 'utf8')).flatMap((token) =>
    token.type === 'heading' ? [anchorOf(plainText(token.tokens, token.text))] : [],
  )
}

/** The links of a Markdown file that lead nowhere when a forge shows it. */
function brokenLinks(path: string): string[] {
  const source = readFileSync(inProject(path), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const hrefs = [...source.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
  return hrefs
    .filter((href) => !/^https?:/.test(href))
    .filter((href) => {
      const [file = '', anchor] = href.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(inProject(target))) return true
      return anchor !== undefined && !anchorsIn(target).includes(anchor)
    })
    .map((href) => `${path}: ${href}`)
}

/** Pages with italics that are titles of publications, or names in browsers and other services. */
const NAMES_OTHERS = ['analysis', 'app', 'importing', 'measurements', 'training']

const italicsIn = (text: string): string[] =>
  [
    ...text.replace(/```[\s\S]*?```|`[^`\n]*`|^ {4}.*$/gm, '').matchAll(/(?<![*\w])\*([^*\n]+)\*/g),
  ].map(([, name = '']) => name)

const nodesIn = (nodes: readonly PageNode[]): Exclude<PageNode, string>[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    const [, , ...children] = node
    return [node, ...nodesIn(children)]
  })

describe('the handbook', () => {
  test('lists every page once, by its title', () => {
    expect(listed.map(({ topic }) => topic).sort()).toEqual(
      topics.filter((topic) => topic !== CONTENTS).sort(),
    )
    expect(listed.map(({ topic, title }) => [topic, title])).toEqual(
      listed.map(({ topic }) => [topic, pages.find((page) => page.topic === topic)?.title ?? '']),
    )
  })

  test('has no topic with the name of a command, which `milepost help` would prefer', async () => {
    const names = (await createProgram(openIo(terminal))).commands.map((command) => command.name())
    expect(names).toContain('serve')
    expect(topics.filter((topic) => names.includes(topic))).toEqual([])
  })

  test('has only links that resolve on a forge, and so have README and .github', () => {
    const others = readdirSync(inProject('.github'), { recursive: true, encoding: 'utf8' })
    const paths = [
      'README.md',
      ...others.filter((name) => name.endsWith('.md')).map((name) => join('.github', name)),
      ...readdirSync(HANDBOOK).map((name) => join('src/handbook', name)),
    ]
    expect(paths.flatMap(brokenLinks)).toEqual([])
  })

  test('has only links that resolve in the product', () => {
    const assets = handbookAssets()
    const { urls }: HandbookContents = JSON.parse(assets.at(-1)?.content ?? '')
    const idsOf = (topic: string) => {
      const file = assets.find(({ path }) => `/${path}` === urls[topic])
      const nodes = nodesIn(JSON.parse(file?.content ?? '{"nodes":[]}').nodes)
      return nodes.flatMap(([, { id }]) => id ?? [])
    }
    const broken = pages
      .filter(({ topic }) => topic !== CONTENTS)
      .flatMap((page) =>
        nodesIn(toPageTree(page).nodes).flatMap(([, { topic, anchor }]) => {
          if (topic === undefined) return []
          const isThere = topic in urls && (!anchor || idsOf(topic).includes(anchor))
          return isThere ? [] : [`${page.topic}: ${topic}#${anchor}`]
        }),
      )
    expect(broken).toEqual([])
  })

  test('has only links that resolve in the terminal, and lines that fit', () => {
    for (const { topic, text } of pages) {
      const printed = formatMarkdown(text, 80)
      const mentioned = [...printed.matchAll(/\(milepost help ([\w-]+)\)/g)]
      expect(
        mentioned.map(([, name]) => name).filter((name) => !topics.includes(name ?? '')),
      ).toEqual([])
      expect(printed).not.toMatch(/\]\(|<!--/)
      expect([topic, printed.trim() === '']).toEqual([topic, false])
    }
  })

  test('has every page that the web UI links to', () => {
    const web = inProject('src', 'web')
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => readFileSync(join(web, name), 'utf8'))
    const links = sources.flatMap((text) => [
      ...text.matchAll(/<HandbookLink topic="([\w-]+)"(?: section="([\w-]+)")?/g),
    ])
    const errors = readFileSync(join(web, 'components/page/ErrorHelp.tsx'), 'utf8')
    const named = [...errors.matchAll(/: '([\w-]+)',/g)].map(([, topic = '']) => topic)
    expect(links.length).toBeGreaterThan(5)
    expect(named.length).toBeGreaterThan(5)
    const all = [...links.map(([, topic = '']) => topic), ...named]
    expect(all.filter((topic) => !topics.includes(topic))).toEqual([])
    for (const [, topic = '', section] of links)
      if (section) expect(anchorsIn(`src/handbook/${topic}.md`)).toContain(section)
  })

  test('names buttons and messages as they are in the product', () => {
    const locales = inProject('src', 'domain', 'reference', 'locales', 'en')
    const texts = ['web.json', 'mail.json'].flatMap((name) =>
      Object.values<string>(JSON.parse(readFileSync(join(locales, name), 'utf8'))),
    )
    const named = pages
      .filter(({ topic }) => !NAMES_OTHERS.includes(topic))
      .flatMap(({ topic, text }) => italicsIn(text).map((name) => ({ topic, name })))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ name }) => !texts.some((text) => text.includes(name)))).toEqual([])
  })

  test('says for each block of commands why it is not run, or which test runs it', () => {
    const blocks = listPages().flatMap(readBlocks)
    const wrong = blocks.filter(
      ({ page, notRun, runBy }) =>
        (notRun !== undefined && notRun.length < 10) ||
        (runBy !== undefined && !isRunBy(runBy, page)),
    )
    expect(blocks.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})

describe('a page', () => {
  test('must begin with a title', () => {
    expect(() => parsePage('x', 'Text')).toThrow('x.md does not begin with a title')
  })

  test('must not contain HTML or pictures, which the web UI does not show', () => {
    for (const text of ['a <b>b</b>', '<div>x</div>', '![x](y.png)'])
      expect(() => toPageTree({ topic: 'x', title: 'X', text })).toThrow('x.md contains')
  })

  test('becomes a tree of elements', () => {
    const text =
      '## A `b`\n\nSee [mail](mail.md#c), [d](#a-b) and [e](../../f).\n\n- 1\n\n| h |\n|---|\n| \\<x> |'
    expect(toPageTree({ topic: 'x', title: 'X', text }).nodes).toEqual([
      ['h2', { id: 'a-b' }, 'A ', ['code', {}, 'b']],
      [
        'p',
        {},
        ...['See ', ['a', { topic: 'mail', anchor: 'c' }, 'mail'], ', '],
        ...[['a', { topic: 'x', anchor: 'a-b' }, 'd'], ' and ', 'e', '.'],
      ] as PageNode,
      ['ul', {}, ['li', {}, '1']],
      [
        'table',
        {},
        ['thead', {}, ['tr', {}, ['th', {}, 'h']]],
        ['tbody', {}, ['tr', {}, ['td', {}, '<', 'x>']]],
      ],
    ])
  })

  test('has anchors like those of a forge', () => {
    const anchorOf = createAnchors()
    expect(['What’s new?', 'A `b`: C', 'A b C'].map(anchorOf)).toEqual([
      'whats-new',
      'a-b-c',
      'a-b-c-1',
    ])
  })

  test('links to pages, files and other sites', () => {
    expect(resolveLink('x', '#a')).toEqual({ kind: 'page', topic: 'x', anchor: 'a' })
    expect(resolveLink('x', 'y.md')).toEqual({ kind: 'page', topic: 'y', anchor: '' })
    expect(resolveLink('x', '../../LICENSE')).toEqual({ kind: 'file', path: '../../LICENSE' })
    expect(resolveLink('x', 'https://e.org')).toEqual({ kind: 'web', url: 'https://e.org' })
  })
})
