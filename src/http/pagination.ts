/** The `pagination` object of paged answers. */
export interface Pagination {
  has_next: boolean
  has_prev: boolean
  page: number
  pages: number
  total: number
}

export interface PageRequest {
  page: number
  perPage: number
}

/** Describes page `page` of a list of `total` items; a page beyond the end is empty and echoed. */
export function paginationOf({ page, perPage }: PageRequest, total: number): Pagination {
  const pages = Math.ceil(total / perPage)
  return { has_next: page < pages, has_prev: page > 1, page, pages, total }
}
