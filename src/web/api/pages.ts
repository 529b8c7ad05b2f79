/** The number of the page after an answer's, or undefined after the last one. */
export const nextPage = ({
  pagination,
}: {
  pagination: { has_next: boolean; page: number }
}): number | undefined => (pagination.has_next ? pagination.page + 1 : undefined)
