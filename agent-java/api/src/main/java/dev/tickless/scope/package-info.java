/** What redirected code calls; not meant to be called by hand. */
package dev.tickless.scope;
