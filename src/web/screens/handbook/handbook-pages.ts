import { queryOptions } from '@tanstack/react-query'
import type { HandbookContents } from '@/build/handbook/handbook-files'
import type { PageTree } from '@/build/handbook/page-tree'
import { ApiError } from '@/web/api/client/api-error'

/** Set by the build: the path of the file with the table of contents. */
declare const HANDBOOK_CONTENTS: string

/**
 * Files never change, because their names contain a hash of their content. They are also requested without a connection,
 * because the service worker has them.
 */
const FOREVER = {
  ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  networkMode: 'always',
} as const

/** Loads a file of this build. The service worker caches it, so that it is available offline from then on. */
async function loadFile<Content>(path: string): Promise<Content> {
  const response = await fetch(path).catch(() => undefined)
  if (!response?.ok) throw new ApiError(response?.status ?? 0, undefined)
  return (await response.json()) as Content
}

/** The groups of topics, and the files of their pages. */
export const contentsQuery = queryOptions({
  queryKey: ['handbook'],
  queryFn: () => loadFile<HandbookContents>(HANDBOOK_CONTENTS),
  ...FOREVER,
})

/** A page of the handbook, by the path of its file. */
export const pageQuery = (path: string) =>
  queryOptions({
    queryKey: ['handbook', path],
    queryFn: () => loadFile<PageTree>(path),
    ...FOREVER,
  })
