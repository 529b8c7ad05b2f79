import { Link } from '@tanstack/react-router'
import mark from '@/web/assets/milepost.svg'
import { t } from '@/web/i18n/text'
import classes from './Brand.module.css'

/** Sign and name; leads home. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={t('nav.home')}>
      <img src={mark} alt="" width={26} height={26} />
      <span className={classes.name}>{t('app.name')}</span>
    </Link>
  )
}
