import { IconSearch } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './HeaderButton.module.css'

/** By this, the page's tools are asked to open the search. */
export const SEARCH_EVENT = 'milepost:search'

/** Opens the search over every screen; the tools of the page, which come a little later than it, listen. */
export function SearchButton() {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t('palette.title')}
      title={t('palette.title')}
      aria-haspopup="dialog"
      onClick={() => window.dispatchEvent(new Event(SEARCH_EVENT))}
    >
      <IconSearch size={20} stroke={1.75} />
    </button>
  )
}
