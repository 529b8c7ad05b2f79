import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { HandbookContents } from '@/build/handbook/handbook-files'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { t } from '@/web/i18n/text'
import classes from './Handbook.module.css'
import { pageQuery } from './handbook-pages'
import { searchSections, sectionsOf } from './search-pages'

/** The sections of the handbook that contain the typed words. All pages are loaded for this. */
export function SearchResults({ contents, typed }: { contents: HandbookContents; typed: string }) {
  const pages = Object.entries(contents.urls)
  const { trees, error, isLoading } = useQueries({
    queries: pages.map(([, path]) => pageQuery(path)),
    combine: (results) => ({
      trees: results.map(({ data }) => data),
      error: results.find((result) => result.error)?.error,
      isLoading: results.some((result) => result.isLoading),
    }),
  })
  const sections = useMemo(
    () => pages.flatMap(([topic], index) => (trees[index] ? sectionsOf(topic, trees[index]) : [])),
    [pages, trees],
  )
  if (error) return <ErrorPanel error={error} />
  const found = isLoading ? [] : searchSections(sections, typed)
  return (
    <>
      <p role="status" className={classes.count}>
        {isLoading ? t('shell.loading') : t('palette.results', { count: found.length })}
      </p>
      <ul className={classes.topics} aria-label={t('handbook.search')} lang="en">
        {found.map(({ topic, page, anchor, heading, excerpt }) => (
          <li key={`${topic}#${anchor}`}>
            <Link to="/handbook/$topic" params={{ topic }} {...(anchor && { hash: anchor })}>
              {heading ? `${page}: ${heading}` : page}
            </Link>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
