declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  const url: string;
  export default url;
}
/** A part of the kit's texts (shared/build/kitTexts.cjs). */
declare module '*.json?first' {
  const texts: Readonly<Record<string, unknown>>;
  export default texts;
}
declare module '*.json?remaining' {
  const texts: Readonly<Record<string, unknown>>;
  export default texts;
}
