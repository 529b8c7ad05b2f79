import { describe, expect, test } from 'bun:test'
import { readSources } from '@/build/checks/source'

const files = (await readSources()).filter(({ path }) => /^web\/.*\.tsx$/.test(path))
const filesWith = (pattern: RegExp) =>
  files.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort()

/** The opening tags of elements, with their attributes. */
const tagsOf = (text: string): string[] =>
  text.match(/<[A-Z][\w.]*\n(?:(?!\n\s*\/?>)[\s\S])*/g) ?? []

describe('forms of the web UI', () => {
  test('are the one component that summarizes errors and guards changes, except for uploads', () => {
    expect(filesWith(/<form\b/)).toEqual([
      'web/components/forms/Form.tsx',
      'web/screens/add-workout/UploadForm.tsx',
    ])
  })

  test('contain every field for a long text', () => {
    const withForm = filesWith(/<(Dialog)?Form\b/)
    const bare = filesWith(/<[Tt]extarea\b/).filter((name) => !withForm.includes(name))
    expect(bare).toEqual([
      // The fields of `UploadForm`, and of the forms to add and to edit a workout.
      'web/screens/add-workout/UploadOptions.tsx',
      'web/workout-form/TextFields.tsx',
    ])
  })

  test('replace the hint of a field with its error', () => {
    const both = files.flatMap(({ path, text }) =>
      tagsOf(text)
        .filter((tag) => /\bdescription=/.test(tag) && /getInputProps/.test(tag))
        .map((tag) => `${path}: ${tag.split('\n', 1)}`),
    )
    expect(both).toEqual([])
  })
})
