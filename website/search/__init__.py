"""Search among what is public: people, papers, news, pages."""
