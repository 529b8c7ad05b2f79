import { type Static, Type } from '@sinclair/typebox'

/** The `pagination` object of paged answers. */
export const pagination = Type.Object(
  {
    has_next: Type.Boolean({ description: 'Whether there is a page after this one.' }),
    has_prev: Type.Boolean({ description: 'Whether there is a page before this one.' }),
    page: Type.Integer({
      description: 'Number of this page, from 1; a page beyond the end is empty.',
    }),
    pages: Type.Integer({ description: 'Pages in all; 0 for an empty list.' }),
    total: Type.Integer({ description: 'Items on all pages.' }),
  },
  { $id: 'Pagination', description: 'The position of this page in the list.' },
)
export type Pagination = Static<typeof pagination>

export interface PageRequest {
  page: number
  perPage: number
}

/** Describes page `page` of a list of `total` items; a page beyond the end is empty and echoed. */
export function paginationOf({ page, perPage }: PageRequest, total: number): Pagination {
  const pages = Math.ceil(total / perPage)
  return { has_next: page < pages, has_prev: page > 1, page, pages, total }
}
