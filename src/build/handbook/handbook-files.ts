/** The files of the handbook: of the web UI, and of the command line. */
import { brotliCompressSync } from 'node:zlib'
import { inProject, writeAtomically } from '@/build/project'
import { type PageTree, toPageTree } from './page-tree'
import { CONTENTS, readGroups, readPages, type TopicGroup } from './read-pages'

/** The table of contents as the web UI receives it, with the URL of each page's file by topic. */
export interface HandbookContents {
  groups: TopicGroup[]
  urls: Record<string, string>
}

const EMBEDDED = inProject('src', 'domain', 'reference', 'handbook.gen.json')

/**
 * Returns the files of the web UI, one per page and the table of contents, which is the last one. Their names contain a
 * hash, because browsers never load a file of `assets` again.
 */
export function handbookAssets(): { path: string; content: string }[] {
  const pages = readPages()
  const contents = pages.find(({ topic }) => topic === CONTENTS)
  if (!contents) throw new Error('The handbook has no table of contents.')
  const files = pages
    .filter((page) => page !== contents)
    .map((page) => ({ topic: page.topic, ...toAsset(page.topic, toPageTree(page)) }))
  const urls = Object.fromEntries(files.map(({ topic, path }) => [topic, `/${path}`]))
  return [...files, toAsset('contents', { groups: readGroups(contents), urls })].map(
    ({ path, content }) => ({ path, content }),
  )
}

function toAsset(name: string, value: PageTree | HandbookContents) {
  const content = JSON.stringify(value)
  return {
    path: `assets/handbook-${name}-${Bun.hash(content).toString(36).slice(0, 8)}.json`,
    content,
  }
}

/** Writes the pages for the command line: `src/domain/reference/handbook.gen.json`, compressed because they are long. */
export function writeHandbook(): void {
  const _source = 'generated from src/handbook by src/build/handbook/handbook-files.ts'
  const brotli = brotliCompressSync(JSON.stringify(readPages())).toString('base64')
  writeAtomically(EMBEDDED, `${JSON.stringify({ _source, brotli }, null, 1)}\n`)
}
