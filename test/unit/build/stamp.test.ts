import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { inProject } from '@/build/project'
import { isUpToDate, stamp } from '@/build/stamp'

describe('a build output', () => {
  const name = `test-${process.pid}`
  const folder = inProject('dist', name)
  const output = `${folder}/output`
  const inputs = { files: [`dist/${name}/*.in`], facts: ['version 1'] }

  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/a.in`, 'one')
    writeFileSync(output, 'made')
    stamp(name, inputs)
  })

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(inProject('dist', 'stamps', name), { force: true })
  })

  test('is up to date while nothing changes', () => {
    expect(isUpToDate(name, inputs, [output])).toBe(true)
  })

  test('is stale when the content of an input changes, at the same size', () => {
    writeFileSync(`${folder}/a.in`, 'two')
    expect(isUpToDate(name, inputs, [output])).toBe(false)
  })

  test('is stale when an input is added or removed', () => {
    writeFileSync(`${folder}/b.in`, '')
    expect(isUpToDate(name, inputs, [output])).toBe(false)
    rmSync(`${folder}/b.in`)
    rmSync(`${folder}/a.in`)
    expect(isUpToDate(name, inputs, [output])).toBe(false)
  })

  test('is stale when another fact changes', () => {
    expect(isUpToDate(name, { ...inputs, facts: ['version 2'] }, [output])).toBe(false)
  })

  test('is stale when it is missing', () => {
    rmSync(output)
    expect(isUpToDate(name, inputs, [output])).toBe(false)
  })
})
