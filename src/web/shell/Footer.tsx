import { Link } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'
import classes from './Footer.module.css'

/** The quiet end of every page. */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.row}>
        <span>{t('app.tagline')}</span>
        <nav className={classes.links} aria-label={t('shell.more')}>
          <Link to="/privacy-policy" className={classes.link}>
            {t('privacy.title')}
          </Link>
          <Link to="/about" className={classes.link}>
            {t('nav.about')}
          </Link>
        </nav>
      </div>
    </footer>
  )
}
