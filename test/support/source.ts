import { Glob } from 'bun'

/** A source file of `src`: its path from there without extension, and its text. */
export interface SourceFile {
  path: string
  name: string
  text: string
  lines: number
}

/** All TypeScript files of `src` that people write: no generated ones, no declarations. */
export async function readSources(): Promise<SourceFile[]> {
  const paths = [...new Glob('**/*.{ts,tsx}').scanSync('src')].sort()
  const written = paths.filter((path) => !path.endsWith('.d.ts') && !path.includes('.gen.'))
  return Promise.all(
    written.map(async (path) => {
      const text = await Bun.file(`src/${path}`).text()
      return { path, name: path.replace(/\.tsx?$/, ''), text, lines: text.split('\n').length - 1 }
    }),
  )
}

/** An import or re-export: of types only, or of values that exist at run time. */
export interface Import {
  from: string
  typeOnly: boolean
}

const STATIC = /^(?:import|export)\s+(type\s)?(?:[\w*{][^'";]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC = /\bimport\('([^']+)'\)|\bnew URL\('(\.[^']+)', import\.meta\.url\)/g

/** What a file imports, statically and dynamically, and the workers it starts. */
export function readImports(text: string): Import[] {
  const fixed = [...text.matchAll(STATIC)].map(([, type, from = '']) => ({
    from,
    typeOnly: type !== undefined,
  }))
  const late = [...text.matchAll(DYNAMIC)].map(([, module, worker]) => ({
    from: module ?? worker ?? '',
    typeOnly: false,
  }))
  return [...fixed, ...late]
}

const TOKENS = new RegExp(
  [
    /\/\/[^\n]*/, // comments
    /\/\*[\s\S]*?\*\//,
    /(?<=[(,=:[!&|?{};]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+\//, // regular expressions
    /'(?<single>(?:\\.|[^'\\\n])*)'/,
    /"(?<double>(?:\\.|[^"\\\n])*)"/,
    /(?<![\w)\]])`(?<template>(?:\\.|[^`\\])*)`/,
    /`(?:\\.|[^`\\])*`/, // tagged, such as SQL
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** The string literals of a source text, without those of comments and tagged templates. */
export function readStrings(text: string): string[] {
  return [...text.matchAll(TOKENS)].flatMap(({ groups }) => {
    const found = groups?.single ?? groups?.double ?? groups?.template
    return found === undefined ? [] : [found]
  })
}
