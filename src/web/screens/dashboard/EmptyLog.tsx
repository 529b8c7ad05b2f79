import { IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Contours } from '@/web/components/Contours'
import { FilePicker } from '@/web/components/FilePicker'
import { PointerText } from '@/web/components/PointerText'
import { t } from '@/web/i18n/text'
import classes from './EmptyLog.module.css'

/** A log without entries: the ways to add the first, or to move in with many. */
export function EmptyLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className={classes.zone}>
      <Contours color="var(--mp-accent)" opacity={0.1} />
      <IconFileUpload size={40} stroke={1.5} />
      <h2>{t('dashboard.empty.title')}</h2>
      <p>
        <PointerText mouse={t('dashboard.empty.text')} touch={t('dashboard.empty.textTouch')} />
      </p>
      <FilePicker onFiles={onFiles} className={classes.action}>
        {t('dashboard.empty.action')}
      </FilePicker>
      <ul className={classes.ways}>
        <li>
          <h3>{t('dashboard.empty.moveTitle')}</h3>
          <p>
            {t('dashboard.empty.moveText')} <Link to="/move-in">{t('moveIn.how')}</Link>
          </p>
        </li>
        <li>
          <h3>{t('dashboard.empty.handTitle')}</h3>
          <p>
            <Link to="/workouts/add" search={{ way: 'hand' }}>
              {t('dashboard.empty.hand')}
            </Link>
          </p>
        </li>
        <li>
          <h3>{t('dashboard.empty.prefsTitle')}</h3>
          <p>
            <Link to="/profile/edit/preferences">{t('dashboard.empty.prefs')}</Link>
          </p>
        </li>
      </ul>
    </div>
  )
}
