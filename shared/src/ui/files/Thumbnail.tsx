import type { ReactNode } from 'react';
import classes from './thumbnail.module.css';

/** A small picture beside a name or a number: decoration, since what it shows is named there. */
export const Thumbnail = ({ picture }: { readonly picture: string | null }): ReactNode =>
  picture ? <img className={classes.thumbnail} src={picture} alt="" /> : null;
