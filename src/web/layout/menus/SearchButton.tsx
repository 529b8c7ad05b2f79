import { IconSearch } from '@tabler/icons-react'
import { SEARCH_EVENT } from '@/web/commands/search-event'
import { t } from '@/web/i18n/text'
import classes from './HeaderButton.module.css'

/** A button that opens the search. It dispatches an event, because the search is loaded after the header. */
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
