import classes from './images.module.css';

/** The cover of a part, small, beside its number: decoration, since the name stands there as well. */
export function Cover({ picture }: { readonly picture: string | null }) {
  return picture ? <img className={classes.cover} src={picture} alt="" /> : null;
}
