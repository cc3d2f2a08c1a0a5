import { Go } from './go.tsx';
import classes from './quiet-link.module.css';

/** A link to a page of this integration and mode that looks like a second button. */
export function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <Go to={to} className={classes.quiet}>
      {children}
    </Go>
  );
}
