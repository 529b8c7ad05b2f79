import { IconFileImport, IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { Contours } from '@/web/components/page/Contours'
import { PointerText } from '@/web/components/page/PointerText'
import { t } from '@/web/i18n/text'
import classes from './EmptyLog.module.css'

/** Shown without workouts: two ways to begin, adding the first workout or importing all of them from another service. */
export function EmptyLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <>
      <div className={classes.ways}>
        <section className={classes.way}>
          <Contours color="var(--mp-accent)" opacity={0.1} />
          <IconFileUpload size={40} stroke={1.5} />
          <h2>{t('dashboard.empty.title')}</h2>
          <p>
            <PointerText mouse={t('dashboard.empty.text')} touch={t('dashboard.empty.textTouch')} />
          </p>
          <FilePicker onFiles={onFiles} className={classes.action}>
            {t('dashboard.empty.action')}
          </FilePicker>
          <Link to="/workouts/add" search={{ way: 'hand' }}>
            {t('dashboard.empty.hand')}
          </Link>
        </section>
        <section className={classes.way}>
          <Contours color="var(--mp-accent)" opacity={0.1} />
          <IconFileImport size={40} stroke={1.5} />
          <h2>{t('dashboard.empty.moveTitle')}</h2>
          <p>{t('dashboard.empty.moveText')}</p>
          <Link to="/move-in" className={classes.action}>
            {t('dashboard.empty.move')}
          </Link>
        </section>
      </div>
      <p className={classes.preferences}>
        {t('dashboard.empty.prefsTitle')}{' '}
        <Link to="/profile/edit/preferences">{t('dashboard.empty.prefs')}</Link>
      </p>
    </>
  )
}
