const { dest, parallel, src } = require('gulp');

/** Icons, one copy that nodes and credential share. */
const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

/** Codex files, beside the compiled node that they describe. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** What the editor shows of an output before anything has run. */
const previews = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.default = parallel(icons, codex, previews);
